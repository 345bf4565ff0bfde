/** What is done with a key: a new value, another name, or away with it. */
export type FormKind = 'set' | 'rename' | 'remove';
