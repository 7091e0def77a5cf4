import { SignOnRefusal } from '../../refusal.ts';
import { attributeOf, type XmlElement } from './xml-element.ts';

/** How far the clocks of two well-maintained services may differ. */
const MAX_CLOCK_SKEW_MS = 60_000;

const DATE_TIME = /^(\d{4}-\d\d-\d\d)T\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)$/;

/** Reads a time from an attribute; undefined without the attribute. Throws a refusal if it is not a valid time. */
export function timeOf(element: XmlElement, name: string): Date | undefined {
  const text = attributeOf(element, name);
  if (text === undefined) return undefined;
  const [, day] = DATE_TIME.exec(text) ?? [];
  const time = new Date(day === undefined || !isDay(day) ? Number.NaN : text);
  if (Number.isNaN(time.getTime())) throw new SignOnRefusal('time', `${name} “${text}”`);
  return time;
}

/** JavaScript reads February 30 as March 2, which would be a later end. */
function isDay(text: string): boolean {
  const day = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text);
}

/** Throws a refusal outside the period that the attributes NotBefore and NotOnOrAfter of an element allow. */
export function assertInTime(element: XmlElement, now: Date): void {
  const notBefore = timeOf(element, 'NotBefore');
  const notOnOrAfter = timeOf(element, 'NotOnOrAfter');
  const detail = `${element.localName} from ${notBefore?.toISOString()} to ${notOnOrAfter?.toISOString()}`;
  if (notBefore && now.getTime() + MAX_CLOCK_SKEW_MS < notBefore.getTime()) {
    throw new SignOnRefusal('not-yet-valid', detail);
  }
  if (notOnOrAfter && now.getTime() - MAX_CLOCK_SKEW_MS >= notOnOrAfter.getTime()) {
    throw new SignOnRefusal('expired', detail);
  }
}
