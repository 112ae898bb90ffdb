/**
 * Brands of one country each, which come with the marks; written as the rows of card-brands.ts. Until they are there most of
 * their cards read as cards of the international brand whose numbers they are taken from.
 */
export const MORE_CARD_BRANDS =
  'hiper:Hiper:637095,63737423,63743358,637568,637599,637609,637612;' +
  'naranja:Naranja:589562,402917-8,527571-2;' +
  'cabal:Cabal:604201-400,589657,650272;' +
  'verve:Verve:506099-127,506129,506133-50,506158-63,506166,506168,506170-3,506176,506180,506184,506187-8,506191,' +
  '506195,506197,507865-964:16,18-9;' +
  'interac:Interac:0:16,18-9:o;' +
  'carnet:Carnet:286900,502275,506199-499,627535,636318,636379,639388,639484,639559;' +
  'argencard:Argencard:501105;' +
  'codensa:Codensa:590712;' +
  'paypak:PayPak:2205;' +
  'napas:NAPAS:9704:16,19:o;' +
  'humo:Humo:9860::ol;' +
  'uzcard:Uzcard:8600,5614::o;' +
  'korean_local_card:Korean local card:94::o;' +
  'uatp:UATP:10-9:15:og;' +
  'eftpos_australia:eftpos:46873801';
