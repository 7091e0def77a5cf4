import type { AnswerCache } from './answer-cache.ts';
import { createReadyResponse, type ReadyResponse } from './ready-response.ts';

/** An answer that is JSON already. `name` names its content, if something does so already. */
export class JsonAnswer {
  readonly body: Buffer;
  readonly name: string | undefined;

  constructor(body: Buffer, name?: string) {
    this.body = body;
    this.name = name;
  }
}

/** Runs the making of an answer, at the expense of the caller who asked for it. */
type Measure = <T>(make: () => Promise<T>) => Promise<T>;

/** Makes the response that is cached under a key; simultaneous callers wait for the same one. */
export type MakeOnce = (
  key: string,
  measure: Measure,
  make: () => Promise<object | JsonAnswer>,
) => Promise<ReadyResponse>;

/** `answers`: where answers are kept that never change; the key holds everything that one depends on. */
export function createMakeOnce(answers: AnswerCache): MakeOnce {
  const making = new Map<string, Promise<ReadyResponse>>();
  return (key, measure, make) => {
    const underWay = making.get(key);
    if (underWay) return underWay;
    const makeAnswer = async (): Promise<ReadyResponse> => {
      const answer = toReadyResponse(await make());
      answers.set(key, answer);
      return answer;
    };
    const made = measure(makeAnswer).finally(() => making.delete(key));
    making.set(key, made);
    return made;
  };
}

export const toReadyResponse = (answer: object | JsonAnswer): ReadyResponse =>
  answer instanceof JsonAnswer
    ? createReadyResponse(answer.body, answer.name === undefined ? {} : { etag: answer.name })
    : createReadyResponse(JSON.stringify(answer));
