import type { AnswerCache } from './answer-cache.ts';
import { createReadyResponse, type ReadyResponse } from './ready-response.ts';

/** An answer that is JSON already, because a thread has made it. `name` names its content. */
export class JsonAnswer {
  readonly body: Buffer;
  readonly name: string;

  constructor(body: Buffer, name: string) {
    this.body = body;
    this.name = name;
  }
}

/** Makes the response that is cached under a key; simultaneous callers wait for the same one. */
export type MakeOnce = (key: string, make: () => Promise<object | JsonAnswer>) => Promise<ReadyResponse>;

/** `answers`: where answers are kept that never change; the key holds everything that one depends on. */
export function createMakeOnce(answers: AnswerCache): MakeOnce {
  const making = new Map<string, Promise<ReadyResponse>>();
  return (key, make) => {
    const underWay = making.get(key);
    if (underWay) return underWay;
    const made = make()
      .then((object) => {
        const answer =
          object instanceof JsonAnswer
            ? createReadyResponse(object.body, { etag: object.name })
            : createReadyResponse(JSON.stringify(object));
        answers.set(key, answer);
        return answer;
      })
      .finally(() => making.delete(key));
    making.set(key, made);
    return made;
  };
}
