/** The page of `cora serve`. */

import './css/page.css';
import { render } from 'preact';
import { App } from './shell/app.tsx';

render(<App />, document.getElementById('root')!);
