import { once } from 'node:events';
import { expect, test } from 'vitest';
import { Emitter } from '../../../main/platform/emitter.ts';

test('a listener that throws stops no other, and the process hears of it', async () => {
  // The test runner listens as well, and would take the rejection for a failure.
  const others = process.listeners('unhandledRejection');
  process.removeAllListeners('unhandledRejection');
  try {
    const emitter = new Emitter<string>();
    const heard: string[] = [];
    emitter.on(() => {
      throw new Error('broken listener');
    });
    emitter.on((value) => heard.push(value));
    const reported = once(process, 'unhandledRejection');
    emitter.emit('news');
    expect(heard).toEqual(['news']);
    expect((await reported)[0]).toMatchObject({ message: 'broken listener' });
  } finally {
    for (const listener of others) process.on('unhandledRejection', listener);
  }
});
