import { describe, expect, test } from 'vitest';
import { suggestEmailCorrection } from './mail-domains.ts';

describe('a suggestion for a mistyped mail domain', () => {
  test.each([
    ['ana@gmial.com', 'ana@gmail.com'],
    ['ana@gmai.com', 'ana@gmail.com'],
    ['ana@gmaill.com', 'ana@gmail.com'],
    ['ana@gnail.com', 'ana@gmail.com'],
    ['ana@gmail.con', 'ana@gmail.com'],
    ['Ana.B@Hotnail.com', 'Ana.B@hotmail.com'],
    ['ana@yahoo.fr', undefined],
    ['ana@gmail.com', undefined],
    ['ana@company.example', undefined],
    ['ana@', undefined],
    ['', undefined],
  ])('%s: %s', (address, suggestion) => {
    expect(suggestEmailCorrection(address)).toBe(suggestion);
  });

  const PROVIDERS = `126.com 139.com 163.com abv.bg amail.com aol.com arcor.de att.net bigpond.com bk.ru bluewin.ch
    bol.com.br btinternet.com cloud.com comcast.net cox.net daum.net duck.com email.com email.cz email.it fastmail.com
    fastmail.fm foxmail.com free.fr freemail.hu freenet.de gmail.com gmail.com.br gmx.at gmx.ch gmx.com gmx.de gmx.net
    googlemail.com hanmail.net hey.com hotmail.be hotmail.ca hotmail.co.jp hotmail.co.uk hotmail.com hotmail.com.br
    hotmail.de hotmail.es hotmail.fr hotmail.it hushmail.com icloud.com inbox.lv inbox.ru interia.pl laposte.net
    libero.it list.ru live.ca live.co.uk live.com live.com.mx live.de live.fr live.it live.nl mac.com mail.com mail.de
    mail.ru mailbox.org me.com msn.com naver.com o2.pl onet.pl orange.fr outlook.com outlook.com.br outlook.de
    outlook.es outlook.fr outlook.it outlook.jp pm.me posteo.de proton.me protonmail.com qmail.com qq.com rambler.ru
    rediffmail.com rocketmail.com seznam.cz sfr.fr shaw.ca sina.com skynet.be t-online.de telenet.be terra.com.br
    tiscali.it tutanota.com ukr.net uol.com.br verizon.net virgilio.it wanadoo.fr web.de wp.pl xtra.co.nz yahoo.ca
    yahoo.co.id yahoo.co.in yahoo.co.jp yahoo.co.uk yahoo.com yahoo.com.ar yahoo.com.au yahoo.com.br yahoo.com.mx
    yahoo.de yahoo.es yahoo.fr yahoo.in yahoo.it yandex.com yandex.ru yeah.net ymail.com zoho.com`.split(/\s+/);

  test('is never made for the domain of a provider', () => {
    expect(PROVIDERS.filter((domain) => suggestEmailCorrection(`ana@${domain}`) !== undefined)).toEqual([]);
  });
});
