import './styles/app.css';
import './show-app.tsx';
