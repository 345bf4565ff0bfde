/** The last part of a path of either kind. */
export function fileName(file: string): string {
  return file.split(/[\\/]/).at(-1) ?? file;
}
