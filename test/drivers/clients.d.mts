export function runFixtures(
  folder: string,
  tell: (fault: string) => void,
): Promise<{ passed: number; failed: number }>;
