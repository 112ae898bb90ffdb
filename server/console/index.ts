import './styles/base.css';
import './styles/shell.css';
import './styles/controls.css';
import './styles/lists.css';
import './styles/screens.css';
import './console-app.ts';
