/** Language, then code:name or code:name:Latin name; written by .config/address-data.mjs. */
export const regions =
  'es|AMA:Amazonas|ANT:Antioquia|ARA:Arauca|ATL:Atlántico|DC:Bogotá|BOL:Bolívar|BOY:Boyacá|CAL:Caldas|CAQ:Caquetá|CAS:Casanare|CAU:Cauca|CES:Cesar|CHO:Chocó|COR:Córdoba|CUN:Cundinamarca|GUA:Guainía|GUV:Guaviare|HUI:Huila|LAG:La Guajira|MAG:Magdalena|MET:Meta|NAR:Nariño|NSA:Norte de Santander|PUT:Putumayo|QUI:Quindío|RIS:Risaralda|SAP:San Andrés y Providencia|SAN:Santander|SUC:Sucre|TOL:Tolima|VAC:Valle del Cauca|VAU:Vaupés|VID:Vichada';
