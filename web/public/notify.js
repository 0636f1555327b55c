/* The service worker: on phones only a worker may show notifications, and somebody has to be there
 * when one is tapped. It does nothing else. */
const pages = () => clients.matchAll({ type: 'window', includeUncontrolled: true });

/* One page looks elsewhere; another, in the next tab, may be looked at. */
addEventListener('message', (event) => {
  const { title, options } = event.data;
  event.waitUntil(pages().then((all) => (all.some((page) => page.focused) ? undefined : registration.showNotification(title, options))));
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
