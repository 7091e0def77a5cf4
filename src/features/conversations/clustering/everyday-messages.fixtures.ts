import { type LabelledMessage, mixed } from './labelled-messages.fixtures.ts';

/**
 * Messages in everyday words to a provider of internet and mobile telephony. Thresholds and weights were chosen with
 * them and with the tidy messages of the other tuning set.
 */
const MESSAGES: Record<string, Record<string, string>> = {
  slow: {
    en: `netflix keeps buffering every evening, this is ridiculous
===
Hi there, I pay for 250 and a test shows 12 Mbit/s at best. Can you check whats going on? Thanks, Paul
===
Everything loads so slowly since last weekend. Pages take a minute.
===
My kids cant do video calls for school because the speed drops after 6 pm. We live in Ash Lane 4.
===
why is my download speed only a tenth of what I was promised???
===
Good morning,
I work from home and uploading files takes forever. In the mornings it is fine, in the afternoon it crawls.
Kind regards
M. Lewis
===
Gaming is impossible, ping over 300 and lag all night`,
    de: `Netflix ruckelt jeden Abend, das nervt
===
Hallo, ich zahle für 250 und beim Test kommen höchstens 12 Mbit/s an. Können Sie das mal prüfen? Danke, Paul
===
Seit dem Wochenende lädt alles sooo langsam, eine Seite braucht eine Minute
===
Die Kinder können keine Videokonferenz machen, weil die Geschwindigkeit ab 18 Uhr einbricht.
===
warum habe ich nur ein zehntel der versprochenen geschwindigkeit?
===
Guten Morgen,
ich arbeite im Homeoffice und das Hochladen von Dateien dauert ewig. Vormittags geht es, nachmittags schleicht es.
Mit freundlichen Grüßen
M. Ludwig
===
Zocken unmöglich, Ping über 300 und ständig Lags`,
    it: `netflix si blocca tutte le sere, che rabbia
===
Ciao, pago per 250 mega e il test ne segna 12 al massimo. Potete controllare? Grazie, Paolo
===
Da sabato carica tutto lentissimo, una pagina ci mette un minuto
===
I ragazzi non riescono a fare le videolezioni perché la velocità crolla dopo le 18.
===
perché ho solo un decimo della velocità promessa??
===
Buongiorno,
lavoro da casa e per caricare i file ci vuole una vita. Al mattino va bene, il pomeriggio è lentissima.
Cordiali saluti
M. Luini
===
Impossibile giocare online, ping oltre 300 e lag continui`,
  },
  outage: {
    en: `internet is down again
===
No connection since this morning, the whole street is affected according to my neighbour
===
Hello, the light on the box blinks red and nothing works, neither phone nor internet. I restarted it three times already. Please help. Anna
===
is there an outage in Leeds?
===
Completely offline for two days now and I cant work. When will this be repaired??
===
My line is dead. No dial tone.
===
The connection drops every ten minutes and comes back by itself. It started after the storm on Tuesday.`,
    de: `internet schon wieder weg
===
Seit heute früh keine Verbindung, laut Nachbar ist die ganze Straße betroffen
===
Hallo, die Lampe am Kasten blinkt rot und nichts geht, weder Telefon noch Internet. Dreimal neu gestartet. Bitte um Hilfe. Anna
===
gibt es eine störung in Leipzig?
===
Seit zwei Tagen komplett offline, ich kann nicht arbeiten. Wann wird das repariert??
===
Leitung tot. Kein Freizeichen.
===
Alle zehn Minuten bricht die Verbindung ab und kommt dann von allein wieder. Angefangen hat es nach dem Sturm am Dienstag.`,
    it: `internet di nuovo giù
===
Da stamattina nessuna connessione, il vicino dice che è tutta la via
===
Salve, la luce della scatola lampeggia rossa e non va niente, né telefono né internet. L'ho già riavviata tre volte. Aiuto. Anna
===
c'è un guasto a Lecce?
===
Completamente senza rete da due giorni, non posso lavorare. Quando lo riparate??
===
Linea muta. Nessun segnale.
===
La connessione cade ogni dieci minuti e poi torna da sola. È iniziato dopo il temporale di martedì.`,
  },
  bill: {
    en: `why is my bill so high this month
===
I was charged £58 instead of 39. Nobody told me about a price increase.
===
Dear team, you took the money twice from my account on the 3rd. Please pay one back. Regards, Tom
===
There is something called premium services 9.99 on there that I never ordered. I want my money back
===
I got a reminder although I already paid everything on time
===
Hello,
could I get all the statements for the last year for my tax return? I cannot find them in the app.
Thank you
Jo
===
can i change the day on which you take the payment? My salary comes on the 15th`,
    de: `warum ist meine rechnung diesen monat so hoch
===
Mir wurden 58 € statt 39 abgebucht. Von einer Preiserhöhung weiß ich nichts.
===
Sehr geehrte Damen und Herren, Sie haben am 3. zweimal Geld von meinem Konto eingezogen. Bitte einen Betrag erstatten. Gruß, Tom
===
Da steht was von Premiumdienste 9,99, die hab ich nie bestellt. Ich will mein Geld zurück
===
Ich habe eine Mahnung bekommen, obwohl ich längst alles bezahlt habe
===
Hallo,
könnte ich alle Abrechnungen vom letzten Jahr für die Steuer bekommen? In der App finde ich sie nicht.
Danke
Jo
===
kann man den tag der abbuchung ändern? Mein Gehalt kommt am 15.`,
    it: `perché la bolletta di questo mese è così alta
===
Mi avete addebitato 58 € invece di 39. Nessuno mi ha detto di un aumento.
===
Gentile assistenza, il 3 avete prelevato due volte i soldi dal mio conto. Restituitemi un importo. Saluti, Tommaso
===
C'è una voce servizi premium 9,99 che non ho mai chiesto. Rivoglio i miei soldi
===
Ho ricevuto un sollecito anche se ho già pagato tutto
===
Buonasera,
potrei avere tutte le fatture dell'anno scorso per la dichiarazione dei redditi? Nell'app non le trovo.
Grazie
Gio
===
si può cambiare il giorno dell'addebito? Lo stipendio arriva il 15`,
  },
  cancel: {
    en: `I want to leave, how do I end my contract
===
Please cancel everything as of the end of the month and confirm in writing. Customer 448812
===
I found a cheaper provider and will not renew. What is the notice period?
===
My father passed away in March and I need to close his account.
===
how do i get out of this contract early, is there a fee?
===
You renewed my contract for two years although I gave notice in time!
===
We changed our mind, is it possible to withdraw from the order within 14 days?`,
    de: `ich will weg, wie kündige ich
===
Bitte alles zum Monatsende kündigen und schriftlich bestätigen. Kundennummer 448812
===
Ich habe einen günstigeren Anbieter gefunden und verlängere nicht. Wie lang ist die Frist?
===
Mein Vater ist im März gestorben und ich muss seinen Vertrag beenden.
===
wie komme ich vorzeitig aus dem vertrag raus, kostet das was?
===
Sie haben meinen Vertrag um zwei Jahre verlängert, obwohl ich rechtzeitig gekündigt hatte!
===
Wir haben es uns anders überlegt, kann man die Bestellung innerhalb von 14 Tagen widerrufen?`,
    it: `voglio andarmene, come disdico
===
Vi chiedo di disdire tutto a fine mese e di confermare per iscritto. Codice cliente 448812
===
Ho trovato un operatore più economico e non rinnovo. Quanto preavviso serve?
===
Mio padre è morto a marzo e devo chiudere il suo contratto.
===
come esco prima dal contratto, c'è una penale?
===
Avete rinnovato il mio contratto per due anni anche se avevo dato disdetta in tempo!
===
Abbiamo cambiato idea, possiamo recedere dall'ordine entro 14 giorni?`,
  },
  moving: {
    en: `we are moving to a new flat in june, can we take the internet with us?
===
Hello, new address from 1st of May: 8 Mill Road. What do I have to do?
===
is your service available at my new house
===
I moved last week and it still does not work at the new place because the old tenant has a line there.
===
How long before the move should I tell you? Do I get a new box?
===
Moving abroad for a year with my job. Can I pause my plan until I am back home?
===
Please update my postal address, the letters still go to my ex.`,
    de: `wir ziehen im juni in eine neue wohnung, können wir das internet mitnehmen?
===
Hallo, neue Adresse ab 1. Mai: Mühlweg 8. Was muss ich tun?
===
ist euer anschluss im neuen haus verfügbar
===
Bin letzte Woche umgezogen und am neuen Ort geht es nicht, weil der Vormieter dort noch einen Anschluss hat.
===
Wie lange vor dem Umzug muss ich Bescheid geben? Bekomme ich einen neuen Kasten?
===
Ich ziehe beruflich für ein Jahr ins Ausland. Kann ich den Tarif pausieren, bis ich wieder zu Hause bin?
===
Bitte meine Anschrift ändern, die Briefe gehen noch an meine Ex.`,
    it: `a giugno ci trasferiamo in un altro appartamento, possiamo portare internet con noi?
===
Salve, nuovo indirizzo dal 1 maggio: via del Mulino 8. Cosa devo fare?
===
il vostro servizio arriva nella casa nuova?
===
Ho traslocato la settimana scorsa e nella nuova casa non va perché il vecchio inquilino ha ancora la linea.
===
Quanto prima del trasloco devo avvisarvi? Ricevo una scatola nuova?
===
Vado all'estero un anno per lavoro. Posso sospendere l'offerta finché non torno a casa?
===
Per favore cambiate il mio indirizzo, le lettere vanno ancora alla mia ex.`,
  },
  technician: {
    en: `your guy didnt show up
===
I took a day off and waited from 8 to 4. Nobody came and nobody called.
===
Hi, the appointment on Thursday does not suit me. Can we do another day, maybe after 5pm?
===
When is the engineer coming to install the line? I have heard nothing for three weeks.
===
The man who came drilled a hole in the wrong wall and left a mess. Who pays for that? Photos attached.
===
do i need to be at home when the technician comes
===
Third visit cancelled at the last minute by text message. This is a joke. I want a fixed date.`,
    de: `euer techniker ist nicht gekommen
===
Ich habe mir extra frei genommen und von 8 bis 16 Uhr gewartet. Niemand kam, niemand rief an.
===
Hallo, der Termin am Donnerstag passt mir nicht. Geht ein anderer Tag, vielleicht nach 17 Uhr?
===
Wann kommt denn jemand, um den Anschluss zu installieren? Seit drei Wochen höre ich nichts.
===
Der Mann hat das Loch in die falsche Wand gebohrt und Dreck hinterlassen. Wer bezahlt das? Fotos anbei.
===
muss ich zuhause sein wenn der techniker kommt
===
Zum dritten Mal wurde der Besuch per SMS kurzfristig abgesagt. Das ist ein Witz. Ich will einen festen Termin.`,
    it: `il vostro tecnico non si è visto
===
Ho preso un giorno di ferie e ho aspettato dalle 8 alle 16. Non è venuto nessuno e nessuno ha chiamato.
===
Salve, l'appuntamento di giovedì non mi va bene. Si può fare un altro giorno, magari dopo le 17?
===
Quando viene qualcuno a installare la linea? Da tre settimane non so niente.
===
L'uomo ha fatto il buco nel muro sbagliato e ha lasciato sporco. Chi paga? Allego foto.
===
devo essere a casa quando arriva il tecnico?
===
Terza visita annullata all'ultimo momento via sms. È una barzelletta. Voglio una data certa.`,
  },
  sim: {
    en: `lost my phone yesterday, please block the sim
===
New sim arrived but it says no service. I put it in and restarted.
===
Can I keep my number when I switch to you? My old provider is slow with the code
===
My mobile was stolen on the train. Somebody might be making calls, stop it quickly!
===
the sim doesnt fit my new phone its too big
===
I want to have the same card in my watch as well. Do you do eSIM?
===
Puk code please, my daughter typed the wrong pin three times`,
    de: `handy gestern verloren, bitte sim sperren
===
Neue Sim ist da, aber kein Netz. Eingelegt und neu gestartet habe ich.
===
Kann ich meine Nummer behalten, wenn ich zu euch wechsle? Mein alter Anbieter lässt sich Zeit mit der Freigabe
===
Mein Telefon wurde im Zug gestohlen. Jemand könnte damit telefonieren, bitte schnell stoppen!
===
die sim passt nicht ins neue handy, zu groß
===
Ich möchte dieselbe Karte auch in der Uhr haben. Gibt es bei euch eSIM?
===
Brauche den Puk, meine Tochter hat dreimal die falsche Pin getippt`,
    it: `ho perso il telefono ieri, bloccate la sim
===
È arrivata la sim nuova ma dice nessun servizio. L'ho inserita e ho riavviato.
===
Posso tenere il mio numero se passo da voi? Il vecchio operatore è lento con il codice
===
Mi hanno rubato il cellulare in treno. Qualcuno potrebbe chiamare, fermatelo subito!
===
la sim non entra nel telefono nuovo, è troppo grande
===
Vorrei la stessa scheda anche nell'orologio. Avete la eSIM?
===
Mi serve il puk, mia figlia ha sbagliato il pin tre volte`,
  },
  abroad: {
    en: `does my plan work in turkey
===
I am on holiday in Spain and have no data, only calls work
===
Came back from Switzerland and found 140 pounds of extra costs. I only looked at a map once!
===
How much is it to call home from the USA?
===
we fly to Egypt next week, is there a travel pass we can book?
===
got a text that my data in the EU is used up. Isnt roaming free??
===
On a ship last week my phone connected by itself and now I have to pay a fortune. Please be fair.`,
    de: `geht mein tarif in der türkei
===
Bin in Spanien im Urlaub und habe keine Daten, nur Anrufe gehen
===
Aus der Schweiz zurück und 140 Euro Mehrkosten. Ich habe nur einmal auf eine Karte geschaut!
===
Was kostet es, aus den USA nach Hause zu telefonieren?
===
wir fliegen nächste woche nach ägypten, gibt es einen reisepass zum buchen für daten?
===
SMS bekommen, dass mein Volumen in der EU verbraucht ist. Ist Roaming nicht kostenlos??
===
Letzte Woche auf einem Schiff hat sich mein Handy selbst eingewählt, jetzt soll ich ein Vermögen zahlen. Bitte Kulanz.`,
    it: `la mia offerta funziona in turchia?
===
Sono in vacanza in Spagna e non ho dati, vanno solo le chiamate
===
Tornato dalla Svizzera ho trovato 140 euro di costi extra. Ho guardato la mappa una volta sola!
===
Quanto costa chiamare casa dagli USA?
===
settimana prossima voliamo in Egitto, c'è un pacchetto viaggio da attivare?
===
mi è arrivato un sms che ho finito i giga in UE. Il roaming non è gratis??
===
La settimana scorsa su una nave il telefono si è collegato da solo e ora devo pagare una fortuna. Siate corretti.`,
  },
};

export const EVERYDAY_MESSAGES: readonly LabelledMessage[] = mixed(
  Object.entries(MESSAGES).flatMap(([topic, byLanguage]) =>
    Object.entries(byLanguage).flatMap(([language, texts]) =>
      texts.split('\n===\n').map((text) => ({ topic, language, text })),
    ),
  ),
);
