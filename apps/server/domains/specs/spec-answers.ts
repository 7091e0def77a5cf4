import type { Context } from '../../platform/context.ts';
import { AnswerCache } from '../../platform/http/answer-cache.ts';
import type { ReadyResponse } from '../../platform/http/ready-response.ts';

type MakeAnswer = () => Promise<ReadyResponse>;

/** Keeps answers that are large and never change: `key` names the version, and all else that an answer depends on. */
export function createSpecAnswers({ config }: Pick<Context, 'config'>) {
  const answers = new AnswerCache(config.limits.memoryCacheBytes / 4);
  const making = new Map<string, Promise<ReadyResponse>>();
  return (key: string, make: MakeAnswer): Promise<ReadyResponse> | ReadyResponse => {
    const known = answers.get(key) ?? making.get(key);
    if (known) return known;
    const made = make()
      .then((answer) => {
        answers.set(key, answer);
        return answer;
      })
      .finally(() => making.delete(key));
    making.set(key, made);
    return made;
  };
}
