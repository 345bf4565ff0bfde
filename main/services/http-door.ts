import type { Settings } from '../config/schema/settings.ts';
import type { Problem } from '../config/problem.ts';
import { listenHttp, type HttpListener, type HttpOptions } from '../endpoint/http/listen-http.ts';
import type { Logger } from '../platform/logger.ts';

type HttpSettings = Settings['http'];
type DoorOptions = Pick<HttpOptions, 'tokens' | 'welcome'>;

/** Opens, moves and closes the HTTP endpoint as settings.yaml says, one change after the other. */
export class HttpDoor {
  readonly #options: DoorOptions;
  readonly #logger: Logger;
  #wanted = '';
  #open: HttpListener | undefined;
  #problem: Problem | undefined;
  #last: Promise<void> = Promise.resolve();

  constructor(options: DoorOptions, logger: Logger) {
    this.#options = options;
    this.#logger = logger;
  }

  /** Undefined while it is closed. */
  get url(): string | undefined {
    return this.#open?.url;
  }

  problems(): readonly Problem[] {
    return this.#problem === undefined ? [] : [this.#problem];
  }

  /** Settles when the endpoint is as the settings say, or a problem tells why not. */
  apply(settings: HttpSettings | undefined): Promise<void> {
    const wanted = settings?.enabled === true ? settings : undefined;
    const key = wanted === undefined ? '' : `${wanted.host} ${wanted.port}`;
    if (key === this.#wanted) return this.#last;
    this.#wanted = key;
    this.#last = this.#last.then(() => this.#change(wanted));
    return this.#last;
  }

  async close(): Promise<void> {
    await this.#last;
    await this.#open?.close();
  }

  async #change(wanted: HttpSettings | undefined): Promise<void> {
    await this.#open?.close();
    this.#open = undefined;
    this.#problem = undefined;
    if (wanted === undefined) return;
    const { host, port } = wanted;
    try {
      const onError = (error: unknown): void => {
        this.#logger.log('error', `An HTTP request failed: ${String(error)}`);
      };
      this.#open = await listenHttp({ ...this.#options, host, port, onError });
      this.#logger.log('info', `Clients with a token connect to ${this.#open.url}`);
    } catch (error) {
      const code = (error as NodeJS.ErrnoException).code ?? String(error);
      const message = `http: ${host}:${port} cannot be opened (${code}); free the port or choose another one`;
      this.#problem = { subject: 'settings.yaml', message, severity: 'error' };
    }
  }
}
