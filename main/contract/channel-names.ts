// The names alone, so that the preload can build the bridge without carrying the schemas.
// `channels.ts` fails to compile when a name has no schema, or a schema no name.
export const requestNames = [
  'gateway:get',
  'gateway:pause',
  'units:list',
  'units:examples',
  'units:add',
  'units:enable',
  'units:promote',
  'units:open',
  'units:browse',
  'audit:recent',
  'savings:get',
] as const;

export const eventNames = [
  'gateway:changed',
  'units:changed',
  'audit:appended',
  'savings:changed',
] as const;

export type RequestChannel = (typeof requestNames)[number];
export type EventChannel = (typeof eventNames)[number];
