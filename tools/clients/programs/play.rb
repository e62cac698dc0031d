require "openapi_client"

# Sends a request. Returns the answer, or prints the problem.
def answer
  yield
rescue OpenapiClient::ApiError => refused
  problem = OpenapiClient::Problem.build_from_hash(JSON.parse(refused.response_body, symbolize_names: true))
  puts "#{problem.code} #{problem.game&.pattern || problem.title}"
end

OpenapiClient.configure { |config| config.host = ENV.fetch("HANGMAN_URL", "http://localhost:8000") }
api = OpenapiClient::GamesApi.new
answer { api.start_game(game_request: { length: 60 }) }
puts answer { api.start_game(game_request: { daily: "today" }) }.pattern

game = answer { api.start_game(game_request: { length: 8, seed: 20261121093000 }) }
"eetaoinshrdlucmfwypvbgkjqxz".each_char do |letter|
  guessed = answer { api.make_guess(game.id, { letter: letter }) } or next
  game = guessed
  puts "#{game.last_guess.letter} #{game.pattern}"
  break if game.over
end
puts "#{game.dealer} #{game.word} #{game.seed}"
confession = answer { api.get_confession(game.id) }
puts confession.odds.same_answers if confession
