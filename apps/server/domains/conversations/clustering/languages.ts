import { foldWord } from '@lectern/search/fold';

/** Words that do not indicate a subject: frequent ones of the language, and those of messages to support teams. */
const COMMON_WORDS: Record<string, string> = {
  en: `a about after again all also am an and any anybody anyone anything are as at be because been before but by can cannot could did do does doing done each even every everybody few for from get gets getting give go going got had has have having he help hello her here hey hi him his how i if in into is isn it its just know let like look lot lots make many may me might more most much must my need needs no nobody nor not now of off on once one only or other our out over own please possible question regards same she should since so some somebody someone something still such support sure team than thank thanks that the their them then there these they thing things this those to too tried try trying under until up us use used using very via want wants was way we well were what when where whether which while who why will with won work works working would yes yet you your yours issue problem instead without seem seems anymore don doesn didn etc`,
  de: `aber alle allem allen aller alles als also am an andere auch auf aus bei beim bereits bin bis bitte da dafür dabei dadurch damit danach dann das dass dein dem den denn der deren des deshalb dich die dies diese diesem diesen dieser dieses dir doch dort du durch ein eine einem einen einer eines einfach er es etwas euch euer für funktioniert ganz gar geht gerne gibt grüße grüßen guten hab habe haben hallo hat hatte hätte hier hilfe ich ihm ihn ihnen ihr ihre ihrem ihren im immer in ins irgendwie ist ja jede jeden jeder jedes jetzt kann kein keine keinen könnte können könnt leider man mehr mein meine meinem meinen meiner mich mir mit möchte möglich muss müssen nach nicht nichts noch nun nur ob oder ohne problem schon sehr sein seine seit sich sie sind so soll sollte sondern tag team trotzdem über um und uns unser unsere unserem unseren unserer unter vielen viel vom von vor warum was weg weil wenn wer werde werden wie wieder will wir wird wo woran wozu wurde würde zu zum zur frage frau herr liebe lieber sieht weiß welche welcher welches machen macht gemacht mal danke dank freundlichen herzlichen`,
  fr: `a ai alors après au aucun aussi autre aux avant avec avez avoir avons beaucoup bien bonjour bonsoir car ce cela ces cet cette chaque chez ci comme comment cordialement c d dans de déjà depuis des deux dois doit donc du elle elles en encore entre es est et être eu faire fait faut il ils j je jusqu l la le les leur leurs lorsque lui ma mais me merci mes mon n ne ni nos notre nous on ont ou où par parce pas peut peux plus plusieurs pour pourquoi pouvez problème puis qu quand que quel quelle quelles quels quelqu question qui quoi sa sans se ses si son sont sous sur svp ta te tes toi ton tous tout toute toutes très trop tu un une vers vos votre voudrais vous y été était`,
  es: `a al algo alguien algún alguna ante antes aquí así aunque ayuda bien buenas buenos cada como cómo con cual cuál cuando cuándo de del desde días donde dónde dos el él ella ellos en entonces entre era es esa ese eso esta está estamos están estar este esto estos estoy favor fue gracias ha hace hacer han hasta hay he hemos hola la las le les lo los más me mi mis muchas mucho muchos muy nada ni no nos nosotros nuestra nuestro o os otra otro para pero poco podemos poder por porque posible problema puede puedo pregunta pues que qué quien quiero quisiera saber se según ser si sí siempre sin sobre solo sólo son soy su sus también tan te tengo tenemos tiene tienen todo todos tu tus un una uno unos usted vez ya yo saludos`,
  pt: `a ainda ajuda algo alguém ao aos após aqui as até bom com como da das de dela dele depois do dos e é ela ele eles em então entre era essa esse esta está estamos estão estar este estou eu foi fazer há isso isto já lhe mais mas me mesmo meu meus minha muito na não nas nem no nos nós nossa nosso num o obrigado obrigada olá onde os ou para pela pelo pergunta por porque posso pode podemos preciso problema qual quando que quem se sem ser seu seus só sobre sua também te tem temos tenho ter tudo um uma você vocês`,
  it: `a abbiamo ad ai al alla anche ancora aiuto avere c che chi ci ciao come con cosa da dal dalla degli dei del della delle di domanda dopo dove e è ed era essere fare fatto gli grazie ha hai hanno ho i il in io la le lei lo loro ma me mi mia mille mio molto nel nella noi non nostra nostro o ogni per perché più può possiamo posso prima problema qualcosa quale quando quanto quello questa questo qui se sei senza si sia siamo sono sta stato su sua sul suo tra tutti tutto un una uno vi voi vorrei buongiorno salve saluti`,
  nl: `aan al alle alleen als alvast andere bedankt ben bij daar dan dank dat de den deze die dit doen door dus een en er erg flink geen goed graag groeten had hallo hebben hebt heeft heb heel help het hier hij hoe hoi iets ik in is ja je jij jullie kan kunnen kun maar me met mij mijn moet moeten na naar niet niets nog nu of om omdat ons onze ook op over probleem steeds te team tegen tot u uit uw van veel via voor vraag vriendelijke waar waarom wanneer want was wat we weer wel werd werkt wie wij wil willen worden wordt zal ze zich zij zijn zo zonder zou`,
  ru: `а без бы большое был была были было быть в вам вас ваш вы где да даже для до его ее если есть еще же за здравствуйте и из или им их к как какой когда кто ли либо меня мне можно мой мы на над надо нам нас наш не него нет ни но ну о об он она они от очень по под пожалуйста помогите после при про проблема с сам свой себя со спасибо так также такой там то того тоже только тот ты у уже что чтобы это этого этой этот этом я`,
};

const COMMON = new Map(
  Object.entries(COMMON_WORDS).map(([language, words]) => [
    language,
    new Set(words.split(' ').map(foldWord)),
  ]),
);

/** The language of a text with the most common words of it; undefined if it has next to none of any. */
export function detectLanguage(words: readonly string[]): string | undefined {
  let best: string | undefined;
  let most = 1;
  for (const [language, common] of COMMON) {
    const count = words.reduce((sum, word) => sum + (common.has(word) ? 1 : 0), 0);
    if (count > most) [best, most] = [language, count];
  }
  return best;
}

/** Whether a word does not indicate the subject of a message. If the language is unknown, English is assumed. */
export const isCommonWord = (word: string, language: string | undefined): boolean =>
  COMMON.get(language ?? 'en')?.has(word) ?? false;
