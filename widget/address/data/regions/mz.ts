/** Language, then code:name or code:name:Latin name; written by .config/address-data.mjs. */
export const regions =
  'pt|P:Cabo Delgado|MPM:Cidade de Maputo|G:Gaza|I:Inhambane|B:Manica|L:Maputo|N:Nampula|A:Niassa|S:Sofala|T:Tete|Q:Zambezia';
