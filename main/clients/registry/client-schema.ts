// What is known of a client, as data: adding one is an entry in `clients.json` and a fixture.
import { z } from 'zod';
import { formatNames } from '../formats/format-of.ts';

const place = z.strictObject({
  /** Template; `*` stands for a part of a name. */
  file: z.string(),
  /** The client's own folder. Nothing is written, and no folder made, where it does not exist. */
  folder: z.string(),
  /** Other names the client reads in the same folder; an existing one is used before a new file is made. */
  alsoNamed: z.array(z.string()).optional(),
  kind: z
    .enum([
      'user',
      /** Windows Store package; the app reads this one when it exists. */
      'package',
      /** Read by the unpackaged app only; beside a package it is kept up only if it is there already. */
      'beside-package',
      'flatpak',
      /** One of several profiles of an editor: on request. */
      'profile',
      'remote',
      'legacy',
    ])
    .default('user'),
});
export type ClientPlace = z.infer<typeof place>;

const places = z.strictObject({
  mac: z.array(place).optional(),
  win: z.array(place).optional(),
  linux: z.array(place).optional(),
});

const client = z.strictObject({
  id: z.string().regex(/^[a-z0-9][a-z0-9-]*$/),
  label: z.string(),
  /** Day on which the paths and the shape were last confirmed. */
  confirmed: z.iso.date(),
  confidence: z.enum(['H', 'M', 'L']),
  /** Any of them tells that the client is there: a path, or `cmd:name` for a program on PATH. */
  detect: z.array(z.string()),
  places,
  /** `first`: one file of several possible ones. `each`: every one whose folder exists. */
  pick: z.enum(['each', 'first']).default('each'),
  /** Variables that move the file; set ones come before the places. */
  overrides: z.array(z.strictObject({ variable: z.string(), file: z.string() })).optional(),
  /** Absent for a client without a file: a link or a snippet is all there is. */
  format: z.enum(formatNames).optional(),
  key: z.array(z.string()).default([]),
  shape: z.string().default('plain'),
  reload: z.string(),
  /** The client takes `<file>.lock` before it writes. */
  lock: z.boolean().default(false),
  /** It writes the file from memory and loses what others wrote meanwhile. */
  ownsFile: z.boolean().default(false),
  /** Names of its processes, to ask for a quit before a write. */
  processes: z.array(z.string()).default([]),
  /** `dropped`: it throws a file with a byte order mark away. */
  bom: z.enum(['kept', 'dropped']).default('kept'),
  limits: z
    .strictObject({
      tool: z.int().optional(),
      serverPlusTool: z.int().optional(),
      tools: z.int().optional(),
    })
    .default({}),
  namePattern: z.string().optional(),
  /** Lists of the same file that can switch an entry off. */
  hides: z
    .array(z.strictObject({ path: z.array(z.string()), as: z.enum(['allow', 'deny']) }))
    .default([]),
  /** The client's own way in: a link that asks for consent in the client. */
  link: z.string().optional(),
  /** The client's own command line. */
  command: z
    .strictObject({ program: z.string(), add: z.array(z.string()), remove: z.array(z.string()) })
    .optional(),
  bundle: z.literal('mcpb').optional(),
  /** When one of these exists the client reads that instead, and we can't write it. */
  yieldsTo: z.array(z.string()).default([]),
  /** False: an absent file is not made, the client needs more in it than our entry. */
  create: z.boolean().default(true),
  /** A blank in the command's path breaks it. */
  blankInCommand: z.enum(['fine', 'refused']).default('fine'),
});
export type Client = z.infer<typeof client>;

const tokens = z.enum(['{name}', '{command}', '{args}', '{commandLine}']);
const fieldValue = z.union([
  tokens,
  z.string(),
  z.number(),
  z.boolean(),
  z.array(z.string()),
  z.strictObject({}),
]);

const shape = z.strictObject({
  /** In the order written. */
  fields: z.record(z.string(), fieldValue),
  /** The entries are a list and carry their name inside. */
  isList: z.boolean().default(false),
});
export type EntryShape = z.infer<typeof shape>;

export const registrySchema = z.strictObject({
  shapes: z.record(z.string(), shape),
  clients: z.array(client),
});
export type Registry = z.infer<typeof registrySchema>;
