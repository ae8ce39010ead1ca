/** The page of `cora serve`. */

import './css/page.css';
import { render } from 'preact';
import { AskView } from './ask/askView.tsx';
import { ReposView } from './repos/reposView.tsx';
import { App } from './shell/app.tsx';

render(<App views={{ ask: AskView, repos: ReposView }} />, document.getElementById('root')!);
