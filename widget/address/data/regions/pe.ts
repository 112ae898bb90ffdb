/** Language, then code:name or code:name:Latin name; written by .config/address-data.mjs. */
export const regions =
  'es|AMA:Amazonas|ANC:Áncash|APU:Apurímac|ARE:Arequipa|AYA:Ayacucho|CAJ:Cajamarca|CAL:Callao|CUS:Cuzco|LIM:Gobierno Regional de Lima|HUV:Huancavelica|HUC:Huánuco|ICA:Ica|JUN:Junín|LAL:La Libertad|LAM:Lambayeque|LOR:Loreto|MDD:Madre de Dios|MOQ:Moquegua|LMA:Municipalidad Metropolitana de Lima|PAS:Pasco|PIU:Piura|PUN:Puno|SAM:San Martín|TAC:Tacna|TUM:Tumbes|UCA:Ucayali';
