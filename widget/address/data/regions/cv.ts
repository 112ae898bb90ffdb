/** Language, then code:name or code:name:Latin name; written by .config/address-data.mjs. */
export const regions =
  'pt|BV:Boa Vista|BR:Brava|Fogo:Fogo|MA:Maio|SL:Sal|Santiago:Santiago|Santo Antão:Santo Antão|São Nicolau:São Nicolau|SV:São Vicente';
