/** Writes a line to stdout and waits until it is out: a pipe that is cut at exit loses the rest. */
export function print(text: string): Promise<void> {
  return new Promise((resolve, reject) => {
    process.stdout.write(`${text}\n`, (error) => {
      // The reader went away (`| head`); that is its right.
      if (error && (error as NodeJS.ErrnoException).code !== 'EPIPE') reject(error);
      else resolve();
    });
  });
}
