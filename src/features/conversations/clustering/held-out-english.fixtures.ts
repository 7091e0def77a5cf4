/** Messages of customers to a parcel service in English, by subject. Messages are separated by lines of `===`. */
export const ENGLISH = {
  tracking: `Hi, tracking for 7QX0088123411 has said "in transit" since last Tuesday. Is it lost or what?
===
wheres my parcel
===
The app shows my package at the Leeds depot on the 3rd, then Birmingham on the 4th, then Leeds again on the 5th. Is it going round in circles? I'd be grateful if someone could physically look for it.

Kind regards,
Margaret Oduya
===
tracking number not recognised?? I typed it exactly as in the email
===
Good morning. Our customer says the status is "delivered", the depot scan says "out for delivery", and nobody has received anything. Which of the two is right?
===
No update since 11 Nov. Its a birthday present and the birthday is on saturday. Please tell me where it is
===
Is there any way of getting a text when the status changes, instead of refreshing the tracking page all day?`,
  missed: `I was at home ALL DAY and your driver left a card saying sorry we missed you. He didn't even ring the bell.
===
Can you redeliver tomorrow before 10? The card has no QR code.
===
Hello, I found a slip through the letterbox but it's illegible (rain). How do I arrange a second attempt without the number that's on it?
===
third "failed delivery attempt" this week. we have a reception desk. staffed. 8 to 6. please tell the driver
===
Dear team,
I missed the courier on Friday because I was in surgery. Could you keep the parcel until I'm discharged on the 21st rather than sending it back? I understand that you normally try three times only.
Thank you,
P. Novak
===
nobody in when he came, can he just leave it with no 14 next time
===
The redelivery page lets me choose a day but the button stays grey. Tried Chrome and Safari.`,
  address: `I've just moved. The order will go to my old flat, can you send it to 22 Harbour Row instead?
===
Hi there, typo in my postcode!! I put SW1 and it should be SE1. Shipped this morning
===
Is it still possible to change where a shipment goes once it has left the warehouse? Our customer entered her billing address by mistake.
===
wrong house number. 41 not 14. ref 5520-1188
===
Please update my default address in the account. Every time I save it, the old one comes back after I log in again.

Sent from my iPhone
===
My building isn't in your address finder (new build, finished in June), so checkout refuses the street. What should I enter?
===
The recipient has moved abroad, so please divert the box to her brother in Cardiff. I can pay the extra.`,
  damaged: `The box arrived soaking wet and the books inside are ruined. Photos attached.
===
Vase smashed to bits. Who pays?
===
Hello, I'd like to file a claim for a monitor with a cracked screen. The outer carton has a hole the size of a fist in it, so this clearly happened in transit. The seller tells me to come to you, and you tell me to go to the seller. Value: £349.

Best, Tom
===
how long have i got to report breakages? opened it only today, came 9 days ago
===
Claim DMG-20417 was rejected because of "insufficient packaging". It was double boxed with 6 cm of foam. I want to appeal.
===
Two of the twelve bottles were broken on arrival and the rest are sticky. Do you need the packaging back or can I throw it out?
===
is compensation limited to 50 quid even if the thing was worth 400`,
  customs: `Why am I being asked for £23.80 import VAT on a gift from my sister in Canada?
===
Parcel stuck at customs since the 2nd, "awaiting documents". Which documents? Nobody has contacted me.
===
Hi, do we need an EORI number to send samples to Norway? And is a proforma invoice all right if there's nothing to pay for?
===
I paid the duty online yesterday (receipt no. 88121) but the courier wanted cash at the door again.
===
what hs code for knitted baby blankets
===
Our shipment to Zurich was returned with the remark "CN23 incomplete". We filled in every field. Could you tell us what was missing so that this doesn't happen with the next forty?

Logistics, Fenwick & Daughters
===
Refund of import charges please. I refused the goods and they went back to Japan.`,
  returns: `How do I send shoes back? There was no return label in the box.
===
The return QR code says "expired" when they scan it at the shop
===
Hello! I dropped off a return 12 days ago and the retailer says it hasn't reached them, so no refund. I do have the drop-off receipt.
===
can i put two returns from two different shops in one box
===
As a merchant, we'd like our customers to be able to print their own return labels from our site, with the cost charged to us only when the label is used. Is that something you offer? Roughly 300 a month.
===
Need a new label for sending back order 3381, printer ate the first one lol
===
Return to sender: you sent my parcel back without any attempt and now the seller wants to charge me the postage for the return.`,
  collection: `Driver never turned up for the collection booked between 12 and 4.
===
How do I book a pickup for three boxes from our office?
===
Hi, we have a standing collection at 16:30 daily, and since the new driver started it's been anything from 14:00 to never. On Monday 60 orders were left standing in the corridor. Please have someone call me.

Rgds
Dave
Warehouse, ext. 212
===
need to cancel todays pick up, goods not ready. ref PU-99120
===
Does the courier bring the labels when he picks up, or do I have to print them myself? I haven't got a printer.
===
Is 31.5 kg really the maximum for a home collection? My suitcase weighs 33.
===
i was charged for a collection that didnt happen`,
  locker: `The locker won't open. I enter the code, it beeps twice, nothing.
===
pickup code never arrived by sms, only the email without code
===
Hi, my parcel has been in the locker at Tesco Extra for two days and I'm away until Sunday. Can you extend the 72 hours? I don't want it going back.
===
Compartment 17 opened and was empty!!! Somebody else must have taken it.
===
Which size fits into a parcel locker? I've got a box of 60 x 40 x 40.
===
Screen on the locker in Station Road is black since yesterday, there are people standing around it with parcels inside
===
Can my husband fetch it for me from the parcel shop with just the code, or do they want to see my ID?`,
  invoice: `Invoice 2026-10-4471 shows 212 parcels, our own count is 187. Please send the list behind it.
===
Where do I download invoices? The accountant is asking for September.
===
Hello, you've charged a "fuel surcharge" of 14.5 %, our contract says 9. We will pay the undisputed part by Friday and wait for a corrected invoice for the rest.

Yours sincerely
Accounts Payable
===
direct debit went out twice this month
===
our VAT number is missing on the bill, can you reissue
===
You bill us for oversize on parcels that are 58 cm long. We've measured them again, with witnesses.
===
Could we switch from weekly to monthly billing? And please send the invoices to accounts@fenwick.example from now on, not to me.`,
  integration: `POST /v2/shipments returns 422 since this morning, we changed nothing:
{"error":"weight.unit must be one of g, kg"}
===
Your webhook calls us twice for each event. Is that on purpose? Should we dedupe by event_id?
===
Hi, I'm building a Shopify plugin. Is there a sandbox where I can create labels without being charged for them?
===
api key works in postman but not from our server. 401. same key
===
The WooCommerce extension throws this on checkout, version 3.2.1:

PHP Fatal error: Uncaught TypeError: getRates(): Argument #2 must be of type float, string given in class-rates.php:88

We've had to switch it off and are quoting shipping by hand.
===
rate limits? we need approx 20 req/s on black friday
===
Label endpoint gives us PDF only. We print on Zebra, so is there ZPL? Accept: application/zpl seems to be ignored.`,
} as const;
