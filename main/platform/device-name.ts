/** Whether Windows takes a file of this name for a device, whatever its ending; what others copy ends up there. */
export function isDeviceName(name: string): boolean {
  return /^(con|prn|aux|nul|(com|lpt)[0-9])(\.|$)/i.test(name);
}
