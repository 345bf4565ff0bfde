import { Notification } from 'electron';

/** A notification of the desktop, where it shows any. */
export function notify(body: string, onClick: () => void): void {
  if (!Notification.isSupported()) return;
  const notification = new Notification({ title: 'ToolMesh', body });
  notification.on('click', onClick);
  notification.show();
}
