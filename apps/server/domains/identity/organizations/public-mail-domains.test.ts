import { expect, test } from 'vitest';
import { normalizeEmailDomain } from './email-domains.ts';
import { isPublicMailDomain } from './public-mail-domains.ts';

test.each([
  'gmail.com',
  'googlemail.com',
  'outlook.com',
  'hotmail.de',
  'yahoo.co.jp',
  'icloud.com',
  'proton.me',
  'gmx.de',
  'web.de',
  'qq.com',
  '163.com',
  'naver.com',
  'yandex.ru',
  'mail.ru',
  'orange.fr',
  'libero.it',
  'seznam.cz',
  'wp.pl',
  'fastmail.com',
  'tuta.com',
  'posteo.de',
  'duck.com',
  'privaterelay.appleid.com',
  'mailinator.com',
  'yopmail.com',
])('%s is where anybody gets an address, and so is what lies below it', (domain) => {
  expect(isPublicMailDomain(domain)).toBe(true);
  expect(isPublicMailDomain(`staff.${domain}`)).toBe(true);
});

test.each([
  'example.com',
  'lectern.example',
  'notgmail.com',
  'gmail.com.example',
  'appleid.com',
  'com',
  'de',
  'co.uk',
])('%s is not', (domain) => {
  expect(isPublicMailDomain(domain)).toBe(false);
});

test('an address in letters beyond ASCII is known by the name that it has in the network', () => {
  expect(isPublicMailDomain(normalizeEmailDomain('müllmail.com') as string)).toBe(true);
});
