import { languageCode } from './language-code.ts';

/**
 * Words of questions: “how do I use my own certificate” asks for certificates, although documentation rarely says *my*
 * and *own*. They count little beside others, and fully where nothing else is asked.
 */

/** The weight of a question word beside other words, and of a word that says what another one of the query says. */
export const QUESTION_WEIGHT = 0.2;

/** The weight of a pair of characters that belong to two words. */
const ACROSS_WEIGHT = 0.5;
/** The same if one of the two is a question word. */
const BESIDE_WEIGHT = 0.3;

/**
 * Weighs the words of a query against each other. `isAnswered`: whether a word is found. If only words that count
 * little are found, they count fully.
 */
export function compareWeights(
  words: readonly { term: string; weight: number; isAnswered: boolean }[],
  language: string | null,
): number[] {
  const weights = words.map(({ term, weight }) =>
    isQuestionWord(term, language) ? QUESTION_WEIGHT : weight,
  );
  const most = Math.max(0, ...weights.filter((_, n) => words[n]?.isAnswered));
  return weights.map((weight) => (most === 0 ? 1 : Math.min(1, weight / most)));
}

/** Without accents, as terms are written. */
const WORDS: Record<string, string> = {
  en: `a about all also am an and any anybody anyone anything are as at be been but by can cannot could did difference different do
    does doing done else for from get gets getting give given go going got had happen happens has have having help how i if in
    instead into is it its just know let like make makes making many may me mean means might mine more most much must my
    need needed needs not of on one only or other our out own please possible put shall should so some somebody someone
    something such tell than that the their them then there these they thing things this those to too try up us use used
    using very want wants was way we were what when where which who whom whose why will with within without work works
    would you your above across after again against already although always among another apart around away because
    become before behind being below beside besides between both don doesn didn isn aren wasn won wouldn shouldn couldn
    hasn haven down during each either enough even ever every everybody everyone everything few first for further he her
    here him himself his however myself near neither never next nobody none nor nothing now off often onto others over
    per perhaps quite rather really same seem seems she since sometimes still therefore through throughout toward
    towards under until unless upon usually via whatever whenever wherever whether while yes yet yourself s t ll ve m`,
  de: `aber alle als am an auch auf aus bei bin bitte brauche brauchen das dass dem den der des die dies diese dieser ein
    eine einem einen einer eines er es fur geht gibt habe haben hat ich ihr im in ist kann kannst konnen lasst man mein
    meine meinem meinen meiner mich mir mit mochte muss nach nicht noch nur ob oder sein sich sie sind so soll tun uber um
    und uns unser unsere unter vom von vor wann war warum was welche welchem welchen welcher welches wenn wer werden wie
    will wird wir wo wozu zu zum zur`,
  fr: `a ai au aux avec avoir ce ces cette comment dans de des dois du elle en est et etre faire fait faut il ils je l la
    le les leur ma mais me mes moi mon ne nos notre nous on ou par pas peut peux plus pour pourquoi puis qu quand que quel
    quelle quelles quels qui quoi sa sans se ses si son sont sur tu un une utiliser veux vos votre vous y`,
  es: `a al algo como con cual cuales cuando de debo del desde donde el ella en entre es esta estan este esto estos ha
    hace hacer hago hay la las le lo los mas me mi mis muy necesito no nos nuestra nuestro o para pero por porque puede
    puedo que quien quiero se ser si sin sobre son su sus te tengo tiene tu un una usar uso y yo`,
  pt: `a ao aos as com como da das de devo do dos e ela ele em entre essa esse esta este eu faco fazer ha isso isto ja mais
    mas me meu meus minha minhas na nas no nos nossa nosso o onde os ou para pela pelo por porque posso preciso qual quais
    quando que quem quero se sem ser seu sua sao tem tenho um uma usar voce`,
  it: `a ad ai al alla anche che chi ci come con cosa da dal dalla dei del della delle devo di dove e fa faccio fare gli ha
    ho i il in io la le lo ma mi mia mie miei mio ne nel nella no non o per perche piu posso qual quale quali quando quanto
    se si sia sono su sul tu un una uno usare voglio`,
  nl: `aan als bij dan dat de deze die dit doe doen een en er gebruik gebruiken had heb hebben heeft het hoe hun ik in is
    je kan kun kunnen maar me met mijn moet na naar niet of om onze ook op over te tot uit van voor waar waarom wanneer was
    wat we welk welke wie wil worden wordt zijn zo`,
};

/** Question words of scripts without blanks, as segmenters separate them. */
const UNSPACED_WORDS = new Set(
  `怎么 怎样 怎么样 怎么办 怎 如何 什么 为什么 为何 何时 哪 哪个 哪些 哪里 哪儿 吗 呢 吧 啊 请问 请 能 能否 能不能 不能 可以 可不可以 可否
  是否 是不是 有没有 会不会 要不要 应该 应 该 想 要 需要 必须 我 我的 我们 你 你们 他 它 的 了 着 过 地 得 给 把 被 让 使 在 对 向 从 到 和 与 跟 或
  是 有 没有 没 不 也 都 就 才 会 这 那 这个 那个 一个 一下 时候 之后 以后 之前 办 做 写 吗 里 上 下 中 时 个 几 种 些 多少 多久
  方法 教えて 教え ください 下さい 何 何処 誰 時 方 場合 使い方
  怎麼 怎麼樣 怎麼辦 什麼 為什麼 哪裡 嗎 請問 請 是否 沒有 我們 時候 這 這個 那個 給 讓 對 從 到 與 還
  어떻게 어디 어디서 무엇 무엇을 왜 언제 누가 하나요 있나요 합니까 되나요 인가요 있어요 싶어요 방법 방법을`.split(
    /\s+/,
  ),
);

/** Of these, those that ask: with one of them, a query is a question. */
const UNSPACED_ASKING_WORDS = new Set(
  `怎么 怎样 怎么样 怎么办 怎 如何 什么 为什么 为何 何时 哪 哪个 哪些 哪里 哪儿 吗 呢 能否 能不能 可以 可不可以 可否 是否 是不是 有没有 会不会
  要不要 请问 多少 多久 几 怎麼 怎麼樣 怎麼辦 什麼 為什麼 哪裡 嗎 請問
  教えて 何 何処 誰 어떻게 어디 어디서 무엇 무엇을 왜 언제 누가 하나요 있나요 합니까 되나요 인가요`.split(
    /\s+/,
  ),
);

const questionSets = new Map<string, ReadonlySet<string>>();
const sentenceSets = new Map<string, ReadonlySet<string>>();

/** Whether a word says little about what is asked, in a language (`en`, `en-US`); in English when none is known. */
export const isQuestionWord = (term: string, language: string | null): boolean =>
  wordsOf(WORDS, questionSets, language).has(term);

function wordsOf(
  lists: Readonly<Record<string, string>>,
  sets: Map<string, ReadonlySet<string>>,
  language: string | null,
): ReadonlySet<string> {
  const code = languageCode(language);
  const known = sets.get(code) ?? new Set((lists[code] ?? lists.en ?? '').split(/\s+/));
  sets.set(code, known);
  return known;
}

/** Words that make a query a sentence, such as question words and pronouns. */
const SENTENCE_WORDS: Record<string, string> = {
  en: 'am are can could did do does how i is may me must my our should we what when where which who whose why will you your',
  de: 'bin hat ich ist kann kannst konnen man mein meine meinem meinen meiner mir muss soll sind wann warum was welche welchem welchen welcher welches wer werden wie wird wir wo wozu',
  fr: 'combien comment est faire faut je ma mes mon nos notre nous ou peut peux pourquoi quand que quel quelle quelles quels qui quoi sont veux',
  es: 'como cual cuales cuando debo donde es hago mi mis necesito puede puedo que quien quiero son tengo yo',
  pt: 'como devo eu faco meu meus minha minhas onde posso preciso qual quais quando quem quero sao tenho',
  it: 'che chi come cosa devo dove faccio io mia mie miei mio posso quale quali quando quanto sono voglio',
  nl: 'hoe ik is kan kun moet mijn waar waarom wanneer wat we welk welke wie wil',
};

/** A query with fewer words is not a sentence. */
const SHORTEST_SENTENCE = 3;

/** Whether a query is a sentence. `asks`: whether a word of a script without blanks makes it a question. */
export function isSentence(
  { words, asks }: { words: readonly { term: string; kind: string }[]; asks: boolean },
  language: string | null,
): boolean {
  if (words.length < SHORTEST_SENTENCE) return false;
  if (asks) return true;
  const known = wordsOf(SENTENCE_WORDS, sentenceSets, language);
  return words.some(({ term, kind }) => kind === 'word' && known.has(term));
}

interface WeighedToken {
  kind: string;
  start: number;
  end: number;
  weight: number;
}

/**
 * Weighs the pairs of characters of a query: pairs within a word count fully, pairs across two words less, and pairs of
 * question words little. Returns whether one of the words asks.
 */
export function weighUnspaced(text: string, tokens: readonly WeighedToken[]): boolean {
  const unspaced = tokens.filter(({ kind }) => kind === 'pair' || kind === 'last');
  if (unspaced.length === 0) return false;
  const words = segmentWords(text);
  if (!words) return false;
  const isWritten = unspaced.some(({ start, end }) => !HIRAGANA.test(text.slice(start, end)));
  const isCommon = (word: Word): boolean =>
    UNSPACED_WORDS.has(word.text) || (isWritten && HIRAGANA.test(word.text));
  let at = 0;
  for (const token of unspaced) {
    while (at + 1 < words.length && (words[at] as Word).end <= token.start) at += 1;
    const first = words[at] as Word;
    const next = words[at + 1];
    const isAcross = next !== undefined && token.end > first.end;
    if (isAcross)
      token.weight = isUnknownWord(first, next) ? 1 : weighAcross(isCommon(first), isCommon(next));
    else token.weight = isCommon(first) ? QUESTION_WEIGHT : 1;
  }
  return words.some((word) => UNSPACED_ASKING_WORDS.has(word.text));

  /** Segmenters leave the characters of words that they do not know alone, such as those of 组件. */
  function isUnknownWord(first: Word, next: Word): boolean {
    return isSingle(first) && isSingle(next) && !isCommon(first) && !isCommon(next);
  }
}

const isSingle = ({ text }: Word): boolean => SINGLE.test(text);
const SINGLE = /^\p{sc=Han}$/u;

function weighAcross(isFirstCommon: boolean, isNextCommon: boolean): number {
  if (isFirstCommon && isNextCommon) return QUESTION_WEIGHT;
  return isFirstCommon || isNextCommon ? BESIDE_WEIGHT : ACROSS_WEIGHT;
}

/** Endings and particles of Japanese: what is asked for is written with other characters, where there are any. */
const HIRAGANA = /^[\p{sc=Hira}ー]+$/u;

interface Word {
  text: string;
  end: number;
}

let segmenters: { ja: Intl.Segmenter; other: Intl.Segmenter } | undefined;

/** Undefined where the browser knows no words. */
function segmentWords(text: string): Word[] | undefined {
  if (typeof Intl.Segmenter === 'undefined') return undefined;
  segmenters ??= {
    ja: new Intl.Segmenter('ja', { granularity: 'word' }),
    other: new Intl.Segmenter('zh', { granularity: 'word' }),
  };
  const segmenter = /[\p{sc=Hira}\p{sc=Kana}]/u.test(text) ? segmenters.ja : segmenters.other;
  return Array.from(segmenter.segment(text), ({ segment, index }) => ({
    text: segment,
    end: index + segment.length,
  }));
}
