import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import type { JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js';
import { type ChildProcess } from 'node:child_process';
import spawn from 'cross-spawn';
import { killTree } from '../../platform/kill-tree.ts';
import { LineReader } from '../../platform/line-reader.ts';
import { messageIdIn } from '../../platform/message-id-in.ts';
import { EndedProcess } from '../mcp/ended-process.ts';
import { lostAnswer, mostReplyBytes } from '../mcp/lost-answer.ts';
import { cutText } from '../../platform/cut-text.ts';

export interface StdioTransportOptions {
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly cwd?: string | undefined;
  /** One line of the child's stderr, cut at 500 characters. */
  readonly onStderr: (line: string) => void;
}

const politeMs = 2000;
/** Kept to tell why the child ended; a Node stack has about ten. */
const mostLastLines = 20;

/**
 * A child process that speaks MCP on its pipes. Not the SDK's transport: that one ends only the child
 * and leaves what it started (npx, uvx, shells) running, and stops reading for ever on a long line.
 */
export class StdioTransport implements Transport {
  onmessage?: (message: JSONRPCMessage) => void;
  onclose?: () => void;
  onerror?: (error: Error) => void;
  readonly #options: StdioTransportOptions;
  #child: ChildProcess | undefined;
  readonly #lastLines: string[] = [];
  #isEndedByUs = false;
  #ending: EndedProcess | undefined;

  constructor(options: StdioTransportOptions) {
    this.#options = options;
  }

  /** How the child ended by itself; undefined while it runs, and when it was us. */
  get ending(): EndedProcess | undefined {
    return this.#ending;
  }

  start(): Promise<void> {
    const { command, args, env, cwd } = this.#options;
    return new Promise((resolve, reject) => {
      // cross-spawn finds npx.cmd on Windows and quotes for it; nothing ever goes through a shell.
      const child = spawn(command, [...args], {
        env: { ...env },
        cwd,
        stdio: ['pipe', 'pipe', 'pipe'],
        windowsHide: true,
        detached: process.platform !== 'win32',
      });
      this.#child = child;
      child.once('spawn', resolve);
      child.once('error', (error) => {
        reject(error);
        this.onerror?.(error);
      });
      child.once('close', (code, signal) => {
        this.#child = undefined;
        if (!this.#isEndedByUs) this.#ending = new EndedProcess(code, signal, this.#lastLines);
        killTree(child, true);
        this.onclose?.();
      });
      const lines = new LineReader(
        mostReplyBytes,
        (line) => {
          this.#receive(line);
        },
        (head, tail) => {
          // A question of the child has an id of its own.
          const id = head.includes('"method"') ? undefined : messageIdIn(head, tail);
          if (id !== undefined) this.onmessage?.(lostAnswer(id, 'too-large'));
        },
      );
      child.stdout?.on('data', (chunk: Buffer) => {
        lines.push(chunk);
      });
      const errors = new LineReader(
        10_000,
        (line) => {
          this.#hear(cutText(line, 500));
        },
        (head) => {
          this.#hear(cutText(head, 500));
        },
      );
      child.stderr?.on('data', (chunk: Buffer) => {
        errors.push(chunk);
      });
      // Writing to a child that just ended must not end the gateway; `close` follows.
      child.stdin?.on('error', (error) => this.onerror?.(error));
    });
  }

  send(message: JSONRPCMessage): Promise<void> {
    const stdin = this.#child?.stdin;
    if (!stdin?.writable) return Promise.reject(this.#ending ?? new Error('the process has ended'));
    return new Promise((resolve, reject) => {
      stdin.write(`${JSON.stringify(message)}\n`, (error) => {
        if (error) reject(error);
        else resolve();
      });
    });
  }

  /** Closes stdin, then asks, then ends the whole tree. */
  async close(): Promise<void> {
    const child = this.#child;
    if (child === undefined) return;
    const ended = new Promise<void>((resolve) =>
      child.once('close', () => {
        resolve();
      }),
    );
    child.stdin?.end();
    const polite = setTimeout(() => {
      this.#isEndedByUs = true;
      killTree(child, false);
    }, politeMs / 4);
    const hard = setTimeout(() => {
      killTree(child, true);
    }, politeMs);
    await ended;
    clearTimeout(polite);
    clearTimeout(hard);
  }

  #hear(line: string): void {
    if (line.trim() !== '') this.#lastLines.push(line.trim());
    if (this.#lastLines.length > mostLastLines) this.#lastLines.shift();
    this.#options.onStderr(line);
  }

  #receive(line: string): void {
    let message: unknown;
    try {
      message = JSON.parse(line);
    } catch {
      this.#hear(`(on stdout, not JSON) ${cutText(line, 200)}`);
      return;
    }
    // The SDK's protocol checks what it gets; anything but an object cannot be a message.
    if (typeof message === 'object' && message !== null)
      this.onmessage?.(message as JSONRPCMessage);
  }
}
