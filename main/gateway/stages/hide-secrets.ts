import { GatewayError } from '../../platform/gateway-error.ts';
import type { SecretScrubber } from '../credentials/secret-scrubber.ts';
import type { Answer } from '../route.ts';

/** The answer without any known credential; the same one when there is none in it. */
export function hideInAnswer(answer: Answer, scrubber: SecretScrubber): Answer {
  const { value, json } = scrubber.encoded(answer.result, answer.json);
  return value === answer.result ? answer : { result: value, json };
}

/** The error without any known credential. Its cause stays: it never leaves the process. */
export function hideInError(error: GatewayError, scrubber: SecretScrubber): GatewayError {
  const message = scrubber.text(error.message);
  const data = scrubber.value(error.data);
  if (message === error.message && data === error.data) return error;
  return new GatewayError(error.code, message, { data, cause: error });
}
