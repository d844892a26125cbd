/** Shows what the service pushes, and opens what a press on it means. */
self.addEventListener('push', (event) => {
  const { title, message, path, id } = event.data?.json() ?? {};
  if (!title) return;
  event.waitUntil(
    self.registration.showNotification(title, {
      body: message,
      tag: id,
      icon: '/favicon.svg',
      data: { path: path ?? '/notifications' },
    }),
  );
});

self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  const address = new URL(event.notification.data.path, self.location.origin).href;
  event.waitUntil(
    self.clients.matchAll({ type: 'window', includeUncontrolled: true }).then((windows) => {
      const open = windows.find((each) => new URL(each.url).origin === self.location.origin);
      return open ? open.focus().then(() => open.navigate(address)) : self.clients.openWindow(address);
    }),
  );
});
