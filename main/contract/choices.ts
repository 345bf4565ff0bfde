// Words both sides know, without a schema: the page takes them without carrying the validator.

/** By this name caller-classes.yaml, policies and the audit know what the window tries. */
export const windowClient = 'toolmesh-window';

export const strategies = ['code', 'flat', 'grouped'] as const;

/** Columns of the access matrix; `*` stands for every class of tools that has none. */
export const accessColumns = ['read', 'write', 'admin', 'dangerous', 'unclassified', '*'] as const;

/** Where an agent on this machine answers. */
export const netdataUrl = 'http://localhost:19999/mcp';
