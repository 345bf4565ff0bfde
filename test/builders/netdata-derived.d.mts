/** Fixtures by file name below `test/fixtures/netdata`. */
export function derivedFixtures(): Readonly<
  Record<
    string,
    {
      readonly derived: string;
      readonly tool: string;
      readonly arguments: Readonly<Record<string, unknown>>;
      readonly status: number;
      readonly reply: unknown;
    }
  >
>;
