import { randomBytes } from 'node:crypto';

/**
 * Makes UUIDs of version 7: the time comes first, so ids made later sort later. In a database with a
 * million rows an index of them grows at its end; random ones would touch a page of their own each.
 */
export function timeOrderedIds(now: () => number): () => string {
  let last = 0;
  let count = 0;
  return () => {
    const time = Math.max(now(), last);
    count = time === last ? count + 1 : 0;
    // The twelve bits after the version count the ids of a millisecond; a full count borrows the next one.
    if (count > 0xfff) count = 0;
    last = count === 0 && time === last ? time + 1 : time;
    const clock = last.toString(16).padStart(12, '0');
    const random = randomBytes(8);
    random[0] = ((random[0] ?? 0) & 0x3f) | 0x80;
    const tail = random.toString('hex');
    return `${clock.slice(0, 8)}-${clock.slice(8)}-7${count.toString(16).padStart(3, '0')}-${tail.slice(0, 4)}-${tail.slice(4)}`;
  };
}
