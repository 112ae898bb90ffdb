/** Language, then code:name or code:name:Latin name; written by .config/address-data.mjs. */
export const regions =
  'en|Abaco:Abaco Islands|AK:Acklins|Andros:Andros Island|BY:Berry Islands|BI:Bimini|CI:Cat Island|Crooked Island:Crooked Island|Eleuthera:Eleuthera|EX:Exuma and Cays|Grand Bahama:Grand Bahama|HI:Harbour Island|IN:Inagua|LI:Long Island|MG:Mayaguana|N.P.:New Providence|RI:Ragged Island|RC:Rum Cay|SS:San Salvador|SW:Spanish Wells';
