/* The service worker: on phones only a worker may show notifications, and somebody has to be there
 * when one is tapped. It does nothing else. */
const pages = () => clients.matchAll({ type: 'window', includeUncontrolled: true });

/* The page that asks is not looked at, as it knows best itself; another, in the next tab, may be. */
addEventListener('message', (event) => {
  const { title, options } = event.data;
  const isLookedAt = (page) => page.focused && page.id !== event.source.id;
  event.waitUntil(pages().then((all) => (all.some(isLookedAt) ? undefined : registration.showNotification(title, options))));
});

addEventListener('notificationclick', (event) => {
  const { notification } = event;
  notification.close();
  event.waitUntil(
    pages().then(([page]) => {
      if (!page) return clients.openWindow(notification.data);
      page.postMessage({ path: notification.data });
      return page.focus();
    }),
  );
});
