import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { Shop } from './shop';

const [session = '', server = ''] = location.hash.slice(1).split(',');
createRoot(document.getElementById('shop')!).render(
  <StrictMode>
    <Shop session={session} server={server} />
  </StrictMode>,
);
