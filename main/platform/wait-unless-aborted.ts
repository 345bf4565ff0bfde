/** Waits for the work, and no longer than the signal lets it; resolves with whether it was aborted. */
export async function waitUnlessAborted(
  work: Promise<unknown>,
  signal: AbortSignal,
): Promise<boolean> {
  if (signal.aborted) {
    work.catch(() => undefined);
    return true;
  }
  let end: (() => void) | undefined;
  const aborted = new Promise<boolean>((resolve) => {
    end = () => {
      resolve(true);
    };
    signal.addEventListener('abort', end, { once: true });
  });
  try {
    return await Promise.race([work.then(() => false), aborted]);
  } finally {
    if (end !== undefined) signal.removeEventListener('abort', end);
  }
}
