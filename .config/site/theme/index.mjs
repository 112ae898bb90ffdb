import DefaultTheme from 'vitepress/theme-without-fonts';
import './type.css';
import './theme.css';
import TryElement from './TryElement.vue';

export default {
  extends: DefaultTheme,
  enhanceApp({ app }) {
    app.component('TryElement', TryElement);
  },
};
