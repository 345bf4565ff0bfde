export function unzip(
  file: string,
  folder: string,
  place: (name: string) => string | undefined,
): void;
