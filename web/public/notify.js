/* The service worker: on phones only a worker may show notifications, and somebody has to be there
 * when one is tapped. It does nothing else. */
addEventListener('notificationclick', (event) => {
  const { notification } = event;
  notification.close();
  event.waitUntil(
    clients.matchAll({ type: 'window', includeUncontrolled: true }).then(([page]) => {
      if (!page) return clients.openWindow(notification.data);
      page.postMessage({ go: notification.data });
      return page.focus();
    }),
  );
});
