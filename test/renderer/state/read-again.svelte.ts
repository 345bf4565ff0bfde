import { flushSync } from 'svelte';

interface Watched {
  reads: number;
  stop: () => void;
}

/** Reads like a part of a page does: again whenever what it has read has moved on. */
export function readAgain(read: () => unknown): Watched {
  const watched: Watched = { reads: 0, stop: () => undefined };
  watched.stop = $effect.root(() => {
    $effect(() => {
      read();
      watched.reads += 1;
    });
  });
  flushSync();
  return watched;
}
