import { GatewayError } from '../../../platform/gateway-error.ts';
import { cutText } from '../../../platform/cut-text.ts';

export interface LoginNeededFacts {
  readonly backend: string;
  /** Logins there had been when it turned out: a later one may have served it. */
  readonly logins: number;
  readonly reason?: string | undefined;
  /** Rights a token lacks, as the server names them; the login itself still works. */
  readonly scope?: string | undefined;
}

/** Only a person can go on from here. */
export class LoginNeeded extends GatewayError {
  readonly logins: number;
  /** Why a login that was begun came to nothing; undefined when none was. */
  readonly reason: string | undefined;

  constructor({ backend, logins, reason, scope }: LoginNeededFacts) {
    const why = reason === undefined ? '' : ` (${cutText(reason, 200)})`;
    const what = scope === undefined ? '' : ` for more rights ("${cutText(scope, 200)}")`;
    super(
      'credential-missing',
      `Backend "${backend}" needs its user to log in${what}${why}: run "toolmesh backends login ${backend}", or log in from the tray`,
      { data: { backend, needs: scope === undefined ? 'login' : 'scope' } },
    );
    this.logins = logins;
    this.reason = reason;
  }
}
