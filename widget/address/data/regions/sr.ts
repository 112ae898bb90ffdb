/** Language, then code:name or code:name:Latin name; written by .config/address-data.mjs. */
export const regions =
  'nl|BR:Brokopondo|CM:Commewijne|CR:Coronie|MA:Marowijne|NI:Nickerie|PR:Para|PM:Paramaribo|SA:Saramacca|SI:Sipaliwini|WA:Wanica';
