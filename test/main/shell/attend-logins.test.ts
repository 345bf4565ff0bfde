import { expect, test } from 'vitest';
import { attendLogins } from '../../../main/shell/attend-logins.ts';
import { shellWordsFor } from '../../../main/shell/shell-words.ts';
import { backendView, gatewayView } from '../../builders/views.ts';
import { FakeWindowServices } from '../../fakes/fake-window-services.ts';

test('notifies once of each login that is needed, and opens it on a click', () => {
  const services = new FakeWindowServices();
  const told: string[] = [];
  const clicks: (() => void)[] = [];
  const opened: string[] = [];
  const leave = attendLogins({
    services,
    words: () => shellWordsFor('de'),
    notify: (body, onClick) => {
      told.push(body);
      clicks.push(onClick);
    },
    logIn: (backend, unit) => {
      opened.push(`${unit ?? '-'}/${backend}`);
      return Promise.resolve();
    },
  });
  const become = (login: 'idle' | 'needed' | 'running') => {
    const state = login === 'idle' ? 'healthy' : 'down';
    services.changeGateway(
      gatewayView({ backends: [backendView({ name: 'linear', state, login })] }),
    );
  };
  become('needed');
  become('running');
  become('needed');
  expect(told).toEqual(['linear braucht deine Anmeldung']);
  clicks[0]?.();
  expect(opened).toEqual(['-/linear']);
  become('idle');
  become('needed');
  expect(told).toHaveLength(2);
  leave();
  expect(services.listenerCount).toBe(0);
});
