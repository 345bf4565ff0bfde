// The names in Sprite.svelte.
export type IconName =
  | 'overview'
  | 'units'
  | 'activity'
  | 'savings'
  | 'chr'
  | 'chd'
  | 'check'
  | 'x'
  | 'plus'
  | 'search'
  | 'pause'
  | 'play'
  | 'open'
  | 'warn'
  | 'err'
  | 'arrow'
  | 'file';

export type ShapeName =
  | 'ok'
  | 'warn'
  | 'err'
  | 'off'
  | 'paused'
  | 'wait'
  | 'deny'
  | 'run'
  | 'read'
  | 'write'
  | 'other'
  | 'admin'
  | 'dangerous';
