/** Lower case, no underscore, no dot: what every client and every format takes. */
export const entryName = 'toolmesh';

/** For a file where somebody else's entry has the name. */
export const otherNames = Array.from({ length: 8 }, (_, index) => `${entryName}-${index + 2}`);
